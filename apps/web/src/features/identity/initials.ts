/** The first letters of first and last name, in capitals. */
export function initialsOf(user: { first_name: string; last_name: string }): string {
  const letter = (name: string) => [...name.trim()][0]?.toLocaleUpperCase('en') ?? ''
  return letter(user.first_name) + letter(user.last_name)
}
