/** Renders a report so that a renderer that fails costs its own output only: the verdict and the exit code stay. */

/**
 * @param name the file or the place that the text is for
 * @returns the text, or undefined if the renderer failed, which standard error then says
 */
export function renderSafely(name: string, render: () => string): string | undefined {
  try {
    return render();
  } catch (error) {
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    process.stderr.write(
      `Cannot render "${name}": ${reason.slice(0, 300)}. This is a bug in the suite; the verdict and the exit code stay\n`,
    );
    return undefined;
  }
}
