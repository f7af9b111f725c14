/** The times of the rooms and of the slowest files of a test run, as text. */

export interface FileTime {
  /** The project of vitest: unit, api, web, e2e. */
  readonly room: string
  readonly file: string
  readonly tests: number
  /** Milliseconds since 1970: when a worker took the file, and when it was done with it. */
  readonly began: number
  readonly ended: number
}

const SLOWEST = 20

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`
const count = new Intl.NumberFormat('en')
const sumOf = <T>(items: readonly T[], value: (item: T) => number) =>
  items.reduce((sum, item) => sum + value(item), 0)
const took = ({ began, ended }: FileTime) => ended - began

/** The twenty slowest files, then a line for each room: workers' time added up, and the clock's from its first file to its last. */
export function timesText(times: readonly FileTime[]): string {
  const slowest = times.toSorted((left, right) => took(right) - took(left)).slice(0, SLOWEST)
  const rooms = [...Map.groupBy(times, ({ room }) => room)]
  return [
    `The ${slowest.length} slowest files:`,
    ...slowest.map((time) => `${seconds(took(time)).padStart(9)}  ${time.room.padEnd(4)}  ${time.file}`),
    'Each room:',
    ...rooms.map(([room, files]) => {
      const first = Math.min(...files.map(({ began }) => began))
      const last = Math.max(...files.map(({ ended }) => ended))
      const tests = count.format(sumOf(files, ({ tests }) => tests))
      return (
        `${seconds(sumOf(files, took)).padStart(9)}  ${room}: ${tests} tests in ${files.length} files, ` +
        `${seconds(last - first)} from the first to the last`
      )
    }),
  ].join('\n')
}
