/** Colours and fonts. Each verdict's colour has a contrast of 4.5:1 on its background, light and dark. */
export const themeStyle: string = `
:root {
  color-scheme: light dark;
  --page: light-dark(#f6f7f9, #0f1318);
  --surface: light-dark(#ffffff, #171c23);
  --sunken: light-dark(#f2f4f7, #11161c);
  --line: light-dark(#dde2e9, #2c343e);
  --ink: light-dark(#1b2129, #e4e9f0);
  --quiet: light-dark(#545e6b, #a3aebb);
  --link: light-dark(#0b57b0, #7cb7ff);
  --focus: light-dark(#0b57b0, #7cb7ff);
  --passed: light-dark(#17692f, #58c777);
  --failed: light-dark(#b3211c, #ff8279);
  --warned: light-dark(#875300, #e3b341);
  --blocked: light-dark(#6b3fc4, #bf9bff);
  --skipped: light-dark(#4c5866, #a9b4c0);
  --errored: light-dark(#a1126f, #ff86cf);
  --passed-tint: light-dark(#e6f4ea, #12291a);
  --failed-tint: light-dark(#fdecea, #351614);
  --warned-tint: light-dark(#fdf3dc, #2e2410);
  --blocked-tint: light-dark(#f1ebfd, #241a3a);
  --skipped-tint: light-dark(#eceff3, #20272f);
  --errored-tint: light-dark(#fce9f4, #351328);
  --mono: ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, "DejaVu Sans Mono", monospace;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif;
}
:root[data-theme="light"] { color-scheme: light; }
:root[data-theme="dark"] { color-scheme: dark; }
.passed { --tone: var(--passed); --tint: var(--passed-tint); }
.failed { --tone: var(--failed); --tint: var(--failed-tint); }
.warned { --tone: var(--warned); --tint: var(--warned-tint); }
.blocked { --tone: var(--blocked); --tint: var(--blocked-tint); }
.skipped { --tone: var(--skipped); --tint: var(--skipped-tint); }
.errored { --tone: var(--errored); --tint: var(--errored-tint); }
`;
