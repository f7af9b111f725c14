/**
 * Allowed imports between rooms: a floor is a part of the program, its rooms are folders, and the table names
 * every door.
 */
import { importsIn } from './imports.ts'

export interface Floor {
  /** The folder of the rooms. */
  readonly root: string
  /**
   * Room -> the rooms that it may enter. A room is a folder below the root with all that no room below it holds; '.' is
   * the root itself. `features/*` means every room below `features`.
   */
  readonly doors: Readonly<Record<string, readonly string[]>>
}

export interface Source {
  readonly file: string
  readonly text: string
}

/** The innermost room of a file; null where it is in none. */
export function roomOf(floor: Floor, file: string): string | null {
  if (!file.startsWith(`${floor.root}/`)) return null
  const path = file.slice(floor.root.length + 1)
  if (!path.includes('/')) return '.' in floor.doors ? '.' : null
  const rooms = Object.keys(floor.doors).filter((room) => path.startsWith(`${room}/`))
  return rooms.toSorted((a, b) => b.length - a.length)[0] ?? null
}

/** The rooms behind a door's name. */
function roomsBehind(floor: Floor, door: string): string[] {
  if (!door.endsWith('/*')) return [door]
  return Object.keys(floor.doors).filter((room) => room.startsWith(door.slice(0, -1)))
}

/** Every way from room to room that the sources take, each with the imports that take it. */
function waysTaken(floor: Floor, sources: readonly Source[]): Map<string, Map<string, string[]>> {
  const ways = new Map<string, Map<string, string[]>>()
  for (const { file, text } of sources) {
    const from = roomOf(floor, file)
    if (from === null) continue
    for (const target of importsIn(file, text)) {
      const to = roomOf(floor, target)
      if (to === null || to === from) continue
      const of = ways.get(from) ?? new Map<string, string[]>()
      ways.set(from, of.set(to, [...(of.get(to) ?? []), `${file} imports ${target}`]))
    }
  }
  return ways
}

/** The imports through which a room is entered without a door. */
export function forbiddenImports(floor: Floor, sources: readonly Source[]): string[] {
  return [...waysTaken(floor, sources)].flatMap(([from, ways]) => {
    const open = new Set((floor.doors[from] ?? []).flatMap((door) => roomsBehind(floor, door)))
    return [...ways].filter(([to]) => !open.has(to)).flatMap(([, imports]) => imports)
  })
}

/** Files of the floor that are in no room, and imports of files that are not there. */
export function astray(floor: Floor, sources: readonly Source[], files: ReadonlySet<string>): string[] {
  return sources.flatMap(({ file, text }) => {
    if (!file.startsWith(`${floor.root}/`)) return []
    const gone = importsIn(file, text).filter((path) => path.startsWith(`${floor.root}/`) && !files.has(path))
    return [
      ...(roomOf(floor, file) === null ? [`${file} is in no room`] : []),
      ...gone.map((path) => `${file} imports ${path}, which is not there`),
    ]
  })
}

/** Doors that no import goes through: they only hide what comes in by mistake later. `kit` may stay unused. */
export function unusedDoors(floor: Floor, sources: readonly Source[], kit: readonly string[]): string[] {
  const ways = waysTaken(floor, sources)
  return Object.entries(floor.doors).flatMap(([from, doors]) =>
    doors
      .filter((door) => !kit.includes(door))
      .filter((door) => !roomsBehind(floor, door).some((room) => ways.get(from)?.has(room) === true))
      .map((door) => `${from} -> ${door}`),
  )
}

/** The rooms from which the doors lead back to themselves: a table without them allows no circle of imports. */
export function roomsInCircles(floor: Floor): string[] {
  const next = (room: string) => (floor.doors[room] ?? []).flatMap((door) => roomsBehind(floor, door))
  return Object.keys(floor.doors).filter((start) => {
    const seen = new Set<string>()
    const open = next(start)
    for (let room = open.pop(); room !== undefined; room = open.pop()) {
      if (seen.has(room)) continue
      seen.add(room)
      open.push(...next(room))
    }
    return seen.has(start)
  })
}
