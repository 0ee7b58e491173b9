// The page that runs experiments: rows come by server-sent events as they are complete, and last the plot.

const $ = (id) => document.getElementById(id);
const form = $("experiment");
let events = null;

form.addEventListener("submit", (event) => {
  event.preventDefault();
  run(new URLSearchParams(new FormData(form)));
});
$("stop").addEventListener("click", () => end("Stopped"));

function run(query) {
  const address = `/api/experiment/events?${query}`;
  let plan = null;
  let rows = 0;
  $("error").textContent = "";
  $("outcomes").replaceChildren();
  $("found").hidden = $("plot").hidden = true;
  $("start").disabled = true;
  $("stop").disabled = false;
  say("Running");
  events = new EventSource(address);
  events.addEventListener("begin", (event) => {
    plan = JSON.parse(event.data);
    history.replaceState(null, "", plan.page);
    events.plot = plan.plot;
  });
  events.addEventListener("outcome", (event) => {
    $("found").hidden = false;
    $("outcomes").append(row(JSON.parse(event.data)));
    say(`${++rows} of ${plan.rows} rows`);
  });
  events.addEventListener("end", (event) => {
    const { error } = JSON.parse(event.data);
    end(error ? `${rows} of ${plan.rows} rows` : `Done, seed ${plan.seed}`);
    $("error").textContent = error ?? "";
  });
  events.onerror = async () => {
    end("");
    if (plan) $("error").textContent = "the connection to the server is lost";
    else $("error").textContent = (await (await fetch(address)).json()).error;
  };
}

function end(outcome) {
  const { plot } = events;
  events.close();
  $("start").disabled = false;
  $("stop").disabled = true;
  say(outcome);
  if (!plot || !$("outcomes").children.length) return;
  $("plot").onload = () => {
    $("plot").hidden = false;
  };
  $("plot").onerror = async () => {
    $("error").textContent = (await (await fetch(plot)).json()).error;
  };
  $("plot").src = `${plot}&rows=${$("outcomes").children.length}`; // more rows, another picture
}

function say(text) {
  $("said").textContent = text;
}

function row(outcome) {
  const fixed = (number, digits) => number.toLocaleString("en", { maximumFractionDigits: digits, minimumFractionDigits: digits });
  const { size, blocks, clues, rule, solved, unsolvable, gave_up, median_steps, mean_steps, solved_ms } = outcome;
  const [rows, columns] = blocks.split("x").map(Number);
  const shape = rows * rows === size && rows === columns ? size : `${size} (${blocks})`;
  const element = document.createElement("tr");
  element.append(
    ...[shape, clues, rule, solved, unsolvable, gave_up, fixed(median_steps, 0), fixed(mean_steps, 0), solved_ms === null ? "-" : fixed(solved_ms, 2)].map(
      (value, place) => {
        const cell = document.createElement("td");
        cell.textContent = value;
        if (place !== 2) cell.className = "number";
        return cell;
      },
    ),
  );
  return element;
}
