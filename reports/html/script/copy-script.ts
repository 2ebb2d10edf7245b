/** Copies what stands before a copy button, and says so. */
export const copyScript: string = String.raw`
function copyByHand(text) {
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "off-screen";
  document.body.append(area);
  area.select();
  const copied = document.execCommand("copy");
  area.remove();
  return copied;
}

async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByHand(text);
  }
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest && event.target.closest("button[data-copy]");
  if (!button) return;
  const copied = await copyText(button.previousElementSibling.textContent);
  button.textContent = copied ? "Copied" : "Select and copy";
  button.focus();
  setTimeout(() => { button.textContent = "Copy"; }, 2000);
});
`;
