/**
 * SemVer 2.0.0 precedence (its section 11): negative if `left` comes first. Numbers of any length are compared as
 * numbers, which is why this is not a library call: libraries stop at 2^53, and the grammar has no bound.
 */
export function compareVersions(left: string, right: string): number {
  const [leftCore, leftTail] = split(left);
  const [rightCore, rightTail] = split(right);
  const core = compareLists(leftCore.split("."), rightCore.split("."));
  if (core !== 0) return core;
  if (leftTail === undefined || rightTail === undefined) {
    return Number(leftTail === undefined) - Number(rightTail === undefined);
  }
  return compareLists(leftTail.split("."), rightTail.split("."));
}

/** Whether a version has a pre-release part. */
export function isPrerelease(version: string): boolean {
  return split(version)[1] !== undefined;
}

function split(version: string): [string, string | undefined] {
  const [text = ""] = version.split("+");
  const dash = text.indexOf("-");
  return dash === -1 ? [text, undefined] : [text.slice(0, dash), text.slice(dash + 1)];
}

function compareLists(left: readonly string[], right: readonly string[]): number {
  for (const [index, item] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    const order = compareIdentifiers(item, other);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

function compareIdentifiers(left: string, right: string): number {
  const isLeftNumber = /^\d+$/.test(left);
  const isRightNumber = /^\d+$/.test(right);
  if (isLeftNumber !== isRightNumber) return isLeftNumber ? -1 : 1;
  if (isLeftNumber && left.length !== right.length) return left.length - right.length;
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
