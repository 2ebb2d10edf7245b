/** Makes a source map a small part as large: it keeps one segment for each line of a source, without its column, which is all that a stack is told by. */

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const valueOf = new Map([...digits].map((digit, value) => [digit, value]));

/** The numbers of a segment (variable-length quantities in base 64). */
function decode(segment) {
  const numbers = [];
  let shift = 0;
  let value = 0;
  for (const digit of segment) {
    const bits = valueOf.get(digit);
    value += (bits & 31) << shift;
    shift += 5;
    if ((bits & 32) !== 0) continue;
    numbers.push((value & 1) === 1 ? -(value >> 1) : value >> 1);
    shift = 0;
    value = 0;
  }
  return numbers;
}

function encode(number) {
  let rest = number < 0 ? (-number << 1) | 1 : number << 1;
  let text = "";
  do {
    const bits = rest & 31;
    rest >>>= 5;
    text += digits[rest > 0 ? bits | 32 : bits];
  } while (rest > 0);
  return text;
}

/**
 * @param mappings of a source map
 * @returns the mappings without names and columns, and without each segment that has the source and the line of the one before it
 */
export function thinMappings(mappings) {
  // each number is the difference from the one before it, in what is read and in what is written
  const read = { source: 0, line: 0 };
  let written = { ...read };
  const lines = mappings.split(";").map((line) => {
    let column = 0;
    let writtenColumn = 0;
    let last = "";
    const kept = [];
    for (const segment of line.split(",")) {
      const [columns = 0, sources, lineCount = 0] = decode(segment);
      column += columns;
      if (sources === undefined) continue;
      read.source += sources;
      read.line += lineCount;
      const place = `${read.source}:${read.line}`;
      if (place === last) continue;
      const differences = [
        column - writtenColumn,
        read.source - written.source,
        read.line - written.line,
        // the start of the line
        0,
      ];
      kept.push(differences.map(encode).join(""));
      last = place;
      writtenColumn = column;
      written = { ...read };
    }
    return kept.join(",");
  });
  return lines.join(";");
}
