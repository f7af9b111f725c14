import { useCallback, useMemo, useState } from 'react'
import {
  afterChange,
  type Checked,
  checkedAs,
  faultsByIndex,
  type RowFault,
  standing,
  wrongIndices,
} from './checked.ts'
import type { Row } from './rows.ts'

interface LastCheck<Report> {
  readonly report: Report
  readonly checked: Checked
  /** The rows still are those that were checked. */
  readonly fresh: boolean
}

const NO_FAULTS: ReadonlyMap<number, Readonly<Record<string, string>>> = new Map()

/** The last check of a table's rows, kept while its wrong rows are mended, and which rows are shown. */
export function useCheck<Report extends { errors: readonly RowFault[] }>() {
  const [last, setLast] = useState<LastCheck<Report> | null>(null)
  const [only, setOnly] = useState(false)
  const keep = useCallback((report: Report, rows: readonly Row<string>[]) => {
    setLast({ report, checked: checkedAs(rows), fresh: true })
    if (report.errors.length === 0) setOnly(false)
  }, [])
  const forget = useCallback(() => {
    setLast(null)
    setOnly(false)
  }, [])
  const follow = <R extends Row<string>>(before: readonly R[], next: readonly R[]) => {
    const checked = last === null ? null : afterChange(last.checked, before, next)
    if (last === null || checked === null || last.report.errors.length === 0) forget()
    else setLast({ ...last, checked, fresh: false })
  }
  const wrong = useMemo(() => (last === null ? [] : wrongIndices(last.checked, last.report.errors)), [last])
  const faults = useMemo(
    () => (last === null ? NO_FAULTS : faultsByIndex(last.checked, last.report.errors)),
    [last],
  )
  const open = useMemo(() => (last === null ? [] : standing(last.checked, last.report.errors)), [last])
  return {
    last,
    /** The report, as long as the rows are those it speaks of. */
    report: last?.fresh === true ? last.report : null,
    faults,
    /** Faults of rows that were neither changed nor removed since. */
    open,
    wrong,
    /** The indices of the rows to show; null for all rows. */
    shown: only && wrong.length > 0 ? wrong : null,
    only,
    setOnly,
    keep,
    forget,
    follow,
  }
}
export type Check<Report extends { errors: readonly RowFault[] }> = ReturnType<typeof useCheck<Report>>
