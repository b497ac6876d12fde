// Making elements.

export function make(kind, { data = {}, ...more } = {}, ...children) {
  const made = Object.assign(document.createElement(kind), more);
  Object.assign(made.dataset, data);
  made.append(...children);
  return made;
}

export const button = (key, onclick, more = {}) =>
  make("button", { type: "button", onclick, data: { say: key }, ...more });

export const row = (...children) => make("div", { className: "buttons" }, ...children);

export const field = (key, control) =>
  make("label", {}, make("span", { data: { say: key } }), control);

// A list to choose from; its options are named by the words of their values.
export function choice(values) {
  const made = make("select", { data: { choice: "" } });
  for (const value of values) made.append(new Option(value, value));
  return made;
}

export function panel(key, ...children) {
  const summary = make("summary", { data: { say: key } });
  return make("details", { className: "panel" }, summary, ...children);
}
