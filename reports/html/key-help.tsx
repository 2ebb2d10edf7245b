import type { JSX } from "hono/jsx/jsx-runtime";

const keys: readonly (readonly [key: string, action: string])[] = [
  ["n", "next failure or warning"],
  ["p", "previous failure or warning"],
  ["/", "search the requirements"],
  ["o", "open or close the row with the focus"],
  ["c", "copy the link of the row with the focus"],
  ["?", "show or hide this list"],
];

/** The keys of the page, in a dialog that `?` opens. */
export function KeyHelp(): JSX.Element {
  return (
    <dialog id="keys" aria-labelledby="keys-title">
      <h2 id="keys-title">Keys</h2>
      <dl>
        {keys.map(([key, action]) => (
          <div>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </dialog>
  );
}
