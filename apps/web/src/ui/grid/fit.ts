/** A column as it comes to the frame: what it takes, and how far it can give way. */
export interface FitColumn {
  readonly width: number
  /** Of figures or whole texts (a deal number): one that is half outside the frame reads as another. */
  readonly isWhole: boolean
  /** As narrow as it may become; its own width where it may not. */
  readonly least: number
}

/**
 * Widths at which no column of figures or whole texts is cut by the edge of a frame `room` pixels wide. Texts shrink so
 * that all columns fit, or at least the column at the edge; where they cannot, they grow until it is outside as a whole.
 */
export function fitToRoom(columns: readonly FitColumn[], room: number): number[] {
  const widths = columns.map((column) => column.width)
  const total = sum(widths)
  if (total <= room) return widths
  if (total - slackOf(columns) <= room) return shrunk(columns, total - room)
  const edges = widths.map((_, index) => sum(widths.slice(0, index + 1)))
  const at = edges.findIndex((edge) => edge > room)
  const before = columns.slice(0, at + 1)
  const cut = columns[at]
  if (cut === undefined || !cut.isWhole || at === 0) return widths
  const over = (edges[at] ?? 0) - room
  const rest = widths.slice(at + 1)
  if (slackOf(before) >= over) return [...shrunk(before, over), ...rest]
  const last = columns.slice(0, at).findLastIndex((column) => !column.isWhole)
  if (last < 0) return widths
  return widths.map((width, index) => (index === last ? width + room - (edges[at - 1] ?? 0) : width))
}

const sum = (widths: readonly number[]) => widths.reduce((total, width) => total + width, 0)
const slackOf = (columns: readonly FitColumn[]) => sum(columns.map(({ width, least }) => width - least))

/** Takes so many whole pixels from the columns that can give way, each by its share. */
function shrunk(columns: readonly FitColumn[], by: number): number[] {
  const slack = slackOf(columns)
  let passed = 0
  let taken = 0
  return columns.map(({ width, least }) => {
    passed += width - least
    const own = Math.round((by * passed) / slack) - taken
    taken += own
    return width - own
  })
}
