/** Copies the command next to a `.copier` button, or selects it if the browser denies access to the clipboard. */
document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('button.copier') : null;
  const code = button?.parentElement?.querySelector('code');
  if (button == null || code == null) return;
  // Missing on sites without TLS.
  const clipboard = (navigator as Partial<Navigator>).clipboard;
  const copied = clipboard?.writeText(code.textContent) ?? Promise.reject(new Error('no clipboard'));
  copied.then(
    () => tell(button, 'Copied'),
    () => {
      getSelection()?.selectAllChildren(code);
      tell(button, 'Selected');
    },
  );
});

const MS_TOLD = 2_000;

function tell(button: Element, words: string): void {
  button.textContent = words;
  setTimeout(() => {
    button.textContent = 'Copy';
  }, MS_TOLD);
}
