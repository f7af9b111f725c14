/** Hands a file to the browser to keep. */
export function saveFile(name: string, content: Uint8Array | Blob, type: string): void {
  // A blob that came from the network may be large: it is not copied.
  const file = content instanceof Blob ? content : new Blob([content as Uint8Array<ArrayBuffer>], { type })
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
