/**
 * The script of the report's page. The build bundles it into one text that the page inlines: a page opened from a disk cannot
 * load modules. It makes elements and sets their text; it never writes markup.
 */
import { startCopyButtons } from "./copy-button.ts";
import { findById } from "./elements.ts";
import { startExchangeLists } from "./exchange-lists.ts";
import { startLinks } from "./links.ts";
import { startPrint } from "./print.ts";
import { startRequirementFilter } from "./requirement-filter.ts";
import { startTheme } from "./theme.ts";

document.documentElement.classList.add("has-script");
startTheme(findById("theme", HTMLButtonElement));
startCopyButtons();
startExchangeLists();
startPrint();
startLinks(startRequirementFilter());
