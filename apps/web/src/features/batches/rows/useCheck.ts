import { useCallback, useMemo, useState } from 'react'
import {
  afterChange,
  type Checked,
  checkedAs,
  faultsByPlace,
  type RowFault,
  standing,
  wrongPlaces,
} from './checked.ts'
import type { Row } from './rows.ts'

interface Said<Report> {
  readonly report: Report
  readonly checked: Checked
  /** The rows still are those that were checked. */
  readonly fresh: boolean
}

const NO_FAULTS: ReadonlyMap<number, Readonly<Record<string, string>>> = new Map()

/** What the last check said of a table's rows, kept while its wrong rows are mended, and which rows are shown. */
export function useCheck<Report extends { errors: readonly RowFault[] }>() {
  const [said, setSaid] = useState<Said<Report> | null>(null)
  const [only, setOnly] = useState(false)
  const tell = useCallback((report: Report, rows: readonly Row<string>[]) => {
    setSaid({ report, checked: checkedAs(rows), fresh: true })
    if (report.errors.length === 0) setOnly(false)
  }, [])
  const forget = useCallback(() => {
    setSaid(null)
    setOnly(false)
  }, [])
  const follow = <R extends Row<string>>(before: readonly R[], next: readonly R[]) => {
    const checked = said === null ? null : afterChange(said.checked, before, next)
    if (said === null || checked === null || said.report.errors.length === 0) forget()
    else setSaid({ ...said, checked, fresh: false })
  }
  const wrong = useMemo(() => (said === null ? [] : wrongPlaces(said.checked, said.report.errors)), [said])
  const faults = useMemo(
    () => (said === null ? NO_FAULTS : faultsByPlace(said.checked, said.report.errors)),
    [said],
  )
  const open = useMemo(() => (said === null ? [] : standing(said.checked, said.report.errors)), [said])
  return {
    said,
    /** The report, as long as the rows are those it speaks of. */
    report: said?.fresh === true ? said.report : null,
    faults,
    /** Faults of rows that were neither changed nor removed since. */
    open,
    wrong,
    /** The places to show; null for all rows. */
    shown: only && wrong.length > 0 ? wrong : null,
    only,
    setOnly,
    tell,
    forget,
    follow,
  }
}
export type Check<Report extends { errors: readonly RowFault[] }> = ReturnType<typeof useCheck<Report>>
