/**
 * Ten colours that people with a colour vision deficiency can distinguish (after Tol's muted and bright schemes), one
 * list for light and one for dark ground. The same thing has the same colour on all screens: see `colourOf`.
 */
export const PALETTE = {
  light: [
    '#3350c4',
    '#cc6677',
    '#117733',
    '#b5901f',
    '#2f93b8',
    '#aa4499',
    '#7f6000',
    '#44aa99',
    '#882255',
    '#7a8290',
  ],
  dark: [
    '#8ea3f5',
    '#ee99a5',
    '#5fc27e',
    '#e0c25a',
    '#7fd0ee',
    '#d991cd',
    '#c9a23d',
    '#6fd3c2',
    '#d0709f',
    '#a7aeba',
  ],
} as const

/**
 * A colour for each name of one chart: its own where no earlier name has taken it, else the next free one. With
 * more names than colours some repeat: fold them first.
 */
export function coloursOf(
  names: readonly string[],
  known: readonly string[],
  scheme: 'light' | 'dark',
): string[] {
  const colours = PALETTE[scheme]
  const taken = new Set<string>()
  return names.map((name) => {
    const own = colourOf(name, known, scheme)
    const free = taken.has(own) ? (colours.find((colour) => !taken.has(colour)) ?? own) : own
    taken.add(free)
    return free
  })
}

/** The colour of a name: by its position among the known names, so that it stays the same everywhere. */
export function colourOf(name: string, known: readonly string[], scheme: 'light' | 'dark'): string {
  const colours = PALETTE[scheme]
  const index = known.indexOf(name)
  return colours[(index < 0 ? colours.length - 1 : index) % colours.length] ?? colours[0]
}
