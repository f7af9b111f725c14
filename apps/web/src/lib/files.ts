/** A file as base64, as JSON carries it. @throws where the browser cannot read it (gone, or not allowed). */
export function base64Of(file: File): Promise<string> {
  return new Promise((done, failed) => {
    const reader = new FileReader()
    reader.onload = () => done(String(reader.result).split(',', 2)[1] ?? '')
    reader.onerror = () => failed(new Error('The file could not be read.'))
    reader.readAsDataURL(file)
  })
}
