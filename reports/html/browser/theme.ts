const themes = ["automatic", "light", "dark"] as const;
type Theme = (typeof themes)[number];

const storageKey = "conformance-theme";

function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(storageKey);
    return themes.find((theme) => theme === stored) ?? "automatic";
  } catch {
    return "automatic";
  }
}

function storeTheme(theme: Theme): void {
  try {
    localStorage.setItem(storageKey, theme);
  } catch {
    // some browsers give a page from a file no storage
  }
}

function applyTheme(theme: Theme, button: HTMLElement): void {
  if (theme === "automatic") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
  button.textContent = `Theme: ${theme}`;
}

/** Switches between the system's colours, light and dark, and stores the theme if the browser allows it. */
export function startTheme(button: HTMLElement): void {
  let theme = readTheme();
  applyTheme(theme, button);
  button.addEventListener("click", () => {
    theme = themes[(themes.indexOf(theme) + 1) % themes.length] ?? "automatic";
    applyTheme(theme, button);
    storeTheme(theme);
  });
}
