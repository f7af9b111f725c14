/** The words of a filter that takes several, with commas between; null where it names none. */
export function filterValues(text: string | undefined): string[] | null {
  const some = (text ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)
  return some.length === 0 ? null : some
}
