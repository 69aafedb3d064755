// Something that the page has made, handed to whoever looks at it.

/** Saves it as a file. */
export function save(data: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(data);
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser has its own hold on it once the click is done.
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** Offers it to other programs of the device, where it can; else saves it. */
export async function offer(data: Blob, name: string, title: string): Promise<void> {
  const file = new File([data], name, { type: data.type });
  const what = { files: [file], title };
  if (!navigator.canShare?.(what)) return save(data, name);
  try {
    await navigator.share(what);
  } catch (error) {
    // Somebody thought better of it; everything else is saved instead.
    if (!(error instanceof DOMException && error.name === 'AbortError')) save(data, name);
  }
}
