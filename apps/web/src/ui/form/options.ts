/** Choices in the order in which a person looks for them: by what they show, numbers by their size. */
export function byLabel<Choice extends { readonly label: string }>(choices: readonly Choice[]): Choice[] {
  return choices.toSorted((a, b) => a.label.localeCompare(b.label, 'en', { numeric: true }))
}
