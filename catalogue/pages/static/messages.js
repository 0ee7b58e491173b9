// An error in a form is shown beside the field that the message names, or else at the end; what was typed stays.

// The form has an element of the class "error"; an empty message takes away the last one.
export function showError(form, message) {
  for (const field of form.querySelectorAll("[aria-invalid]")) {
    field.removeAttribute("aria-invalid");
    field.removeAttribute("aria-describedby");
  }
  const error = form.querySelector(".error");
  error.textContent = message;
  const field = message ? named(form, message) : null;
  if (!field) {
    form.append(error);
    return;
  }
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-describedby", error.id);
  const details = field.closest("details");
  if (details) details.open = true;
  field.closest("label").after(error);
  field.focus();
}

// The field whose name comes first in the message: "sizes" is named by "size" too.
function named(form, message) {
  const places = [...form.querySelectorAll("label [name]")].map((field) => {
    const name = new RegExp(`\\b${field.name.replace(/s$/, "s?")}\\b`, "i");
    return [message.search(name), field];
  });
  const found = places.filter(([place, field]) => place >= 0 && !field.matches(":disabled")).sort(([one], [other]) => one - other);
  return found[0]?.[1] ?? null;
}
