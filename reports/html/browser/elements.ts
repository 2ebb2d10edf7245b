/** The element with an id that the page always has. Throws if it is missing or has another type. */
export function findById<T extends HTMLElement>(id: string, type: new () => T): T {
  const element = document.getElementById(id);
  if (!(element instanceof type)) throw new Error(`Cannot start page: no ${type.name} with id "${id}"`);
  return element;
}

/** All elements of one type that match a selector. */
export function findAll<T extends Element>(
  root: ParentNode,
  selector: string,
  type: new () => T,
): readonly T[] {
  return [...root.querySelectorAll(selector)].filter((element): element is T => element instanceof type);
}

/** The nearest element around an event's target that matches a selector and has the type. */
export function closestToTarget<T extends Element>(
  event: Event,
  selector: string,
  type: new () => T,
): T | undefined {
  const found = event.target instanceof Element ? event.target.closest(selector) : null;
  return found instanceof type ? found : undefined;
}

/** Makes an element with an optional class and text. Text is never parsed as markup. */
export function makeElement<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className = "",
  text = "",
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  if (className !== "") element.className = className;
  if (text !== "") element.textContent = text;
  return element;
}

/** Makes a button that submits no form. */
export function makeButton(text: string): HTMLButtonElement {
  const button = makeElement("button", "", text);
  button.type = "button";
  return button;
}

/** A URL or path that may wrap after each slash: a phone then breaks no word of it. */
export function toBreakable(text: string): readonly Node[] {
  const parts = text.split(/(?<=\/)/u);
  return parts.flatMap((part, place) => {
    const node = document.createTextNode(part);
    return place === 0 ? [node] : [document.createElement("wbr"), node];
  });
}
