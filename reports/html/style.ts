import { annotatedStyle } from "./style/annotated-style.ts";
import { componentStyle } from "./style/component-style.ts";
import { evidenceStyle } from "./style/evidence-style.ts";
import { layoutStyle } from "./style/layout-style.ts";
import { printStyle } from "./style/print-style.ts";
import { themeStyle } from "./style/theme-style.ts";

/** The style of every page. Later parts override earlier ones; the print style is last. */
export const style: string = [
  themeStyle,
  layoutStyle,
  componentStyle,
  evidenceStyle,
  annotatedStyle,
  printStyle,
].join("\n");
