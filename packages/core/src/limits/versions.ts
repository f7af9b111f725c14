/** Versions of a limit: each has a first day; on a day the newest whose first day has come is in force. Lists have the newest first. */
import type { PlainDate } from '../values/dates.ts'

interface Version {
  readonly version: number
  readonly effectiveFrom: PlainDate
}

/** The version of a day; undefined before the first. */
export const versionOn = <V extends Version>(versions: readonly V[], day: PlainDate): V | undefined =>
  versions.find(({ effectiveFrom }) => effectiveFrom <= day)

/** The version that is in force in its place from its first day on; undefined where there is none. */
export const replacementOf = <V extends Version>(versions: readonly V[], of: V): V | undefined =>
  versions.findLast(({ version, effectiveFrom }) => version > of.version && effectiveFrom <= of.effectiveFrom)

/** Versions that would come after today, and that a new one from a day on would replace before they do. */
export const comingReplacedFrom = <V extends Version>(
  versions: readonly V[],
  { from, today }: { readonly from: PlainDate; readonly today: PlainDate },
): readonly V[] =>
  versions.filter(
    (one) =>
      one.effectiveFrom > today && one.effectiveFrom >= from && replacementOf(versions, one) === undefined,
  )
