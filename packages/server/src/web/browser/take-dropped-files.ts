/** Accepts drops on the whole page: the browser would open a file that misses the box. */
export function takeDroppedFiles(box: HTMLElement, take: (files: readonly File[]) => void): void {
  addEventListener('dragover', (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    box.classList.add('over');
  });
  addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) box.classList.remove('over');
  });
  addEventListener('drop', (event) => {
    box.classList.remove('over');
    if (!carriesFiles(event)) return;
    event.preventDefault();
    take([...(event.dataTransfer?.files ?? [])]);
  });
}

function carriesFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') === true;
}
