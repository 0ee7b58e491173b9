// Questions to the API of this server.

export async function ask(address, data) {
  const response = await fetch(`/api/${address}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json" },
    body: JSON.stringify(data),
  }).catch(() => {
    throw new Error("the server does not answer: is catalogue serve still running?");
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}
