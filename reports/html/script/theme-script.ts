/** Switches between the system's colours, light and dark, and remembers it where the browser lets a file remember. */
export const themeScript: string = String.raw`
const themes = ["automatic", "light", "dark"];
const themeButton = document.getElementById("theme");

function readTheme() {
  try { return localStorage.getItem("conformance-theme"); } catch { return null; }
}

function applyTheme(theme) {
  if (theme === "automatic") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  if (themeButton) themeButton.textContent = "Theme: " + theme;
}

let theme = themes.includes(readTheme()) ? readTheme() : "automatic";
applyTheme(theme);
if (themeButton) themeButton.addEventListener("click", () => {
  theme = themes[(themes.indexOf(theme) + 1) % themes.length];
  applyTheme(theme);
  try { localStorage.setItem("conformance-theme", theme); } catch { /* files may not remember */ }
});
`;
