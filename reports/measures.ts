const integerFormat = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** A whole number with a thousands separator: `1,204`. */
export function formatCount(count: number): string {
  return integerFormat.format(count);
}

/** A count with its noun; the plural has an `s` unless given: `1 request`, `3 requests`, `2 entries`. */
export function formatCounted(count: number, singular: string, plural: string = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`;
}

/** A duration in milliseconds, in readable units: `340 ms`, `4.2 s`, `3 min 5 s`, `2 h 4 min`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${formatCount(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(Math.round(seconds) / 60);
  if (minutes < 60) return `${minutes} min ${Math.round(seconds) % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** A size in bytes, in readable units: `812 B`, `4.2 kB`, `1.3 MB`. */
export function formatSize(bytes: number): string {
  if (bytes < 1000) return `${formatCount(bytes)} B`;
  if (bytes < 999_950) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
