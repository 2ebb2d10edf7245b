/**
 * The script of the report's page. The build bundles it into one text that the page inlines: a page opened from a disk cannot
 * load modules. It makes elements and sets their text. The only markup that it parses is the renderer's own, with every text
 * escaped.
 */
import { startChapters } from "./chapters.ts";
import { startCopyButtons } from "./copy-button.ts";
import { findById } from "./elements.ts";
import { startExchangeLists } from "./exchange-lists.ts";
import { startKeys } from "./keys.ts";
import { startLinks } from "./links.ts";
import { startObservationFilter } from "./observation-filter.ts";
import { startPrint } from "./print.ts";
import { startRequirementFilter } from "./requirement-filter.ts";
import { startSideList } from "./side-list.ts";
import { startTheme } from "./theme.ts";

document.documentElement.classList.add("has-script");
startTheme(findById("theme", HTMLButtonElement));
startSideList();
startCopyButtons();
startChapters();
startExchangeLists();
startObservationFilter();
startPrint();
startKeys();
startLinks(startRequirementFilter());
