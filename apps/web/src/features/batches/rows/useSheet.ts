import { batches, type Cell, type FileReading } from '@em/contract/batches/batches'
import { AMOUNT_FIELDS } from '@em/contract/sheets/column-names'
import { type DateOrder, dateFromText, isOrderAsked, timeAfterDate, timeFromText } from '@em/core/sheets/days'
import type { DecimalMark } from '@em/core/sheets/decimal-mark'
import { plainIn } from '@em/core/sheets/figures'
import { useState } from 'react'
import { call, problemOf } from '../../../lib/api.ts'
import { base64Of } from '../../../lib/files.ts'
import { recall, remember } from '../../../lib/remember.ts'
import type { Field, Row } from './rows.ts'

/** Which field each column is; '' leaves it out. */
export type Mapping = readonly string[]
const MEMORY = 'import-columns'
/** How the dates of a column and the numbers of a file were said to be written. */
const SAID_MEMORY = 'import-writing'

const isDate = (field: string | undefined) => field === 'tradeDate' || field === 'settlementDate'

/** A file that was chosen: what the server read of it, which field each column is, and what is still to be answered. */
export function useSheet() {
  const [file, setFile] = useState<File | null>(null)
  const [reading, setReading] = useState<FileReading | null>(null)
  const [mapping, setMapping] = useState<Mapping>([])
  const [orders, setOrders] = useState<Readonly<Record<number, DateOrder>>>({})
  const [mark, setMark] = useState<DecimalMark | null>(null)
  const [recalled, setRecalled] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  /** Answers what was read, with the mapping that was found; null where the file cannot be taken. */
  const read = async (chosen: File, sheet?: string): Promise<[FileReading, Mapping] | null> => {
    setFile(chosen)
    setReading(null)
    setProblem(null)
    setBusy(true)
    try {
      const data = await base64Of(chosen)
      const found = await call(batches.readFile, {
        body: { fileName: chosen.name, data, sheet: sheet ?? null },
      })
      const mapped = mappingFor(found)
      setReading(found)
      setMapping(mapped)
      const said = saidFor(found)
      setOrders(said.orders)
      setMark(said.mark)
      setRecalled(said.mark !== null || Object.keys(said.orders).length > 0)
      return [found, mapped]
    } catch (error) {
      setProblem(problemOf(error, 'The file could not be read. Please try again.'))
      return null
    } finally {
      setBusy(false)
    }
  }
  const toAsk = reading === null ? [] : datesToAsk(reading, mapping)
  const open = openQuestions(reading, mapping)
  const twice = mapping.some((field, index) => field !== '' && mapping.indexOf(field) !== index)
  const markToAsk = reading !== null && reading.decimalMarks.length > 1
  const undated = toAsk.some((index) => orders[index] === undefined)
  return {
    file,
    reading,
    mapping,
    setMapping,
    orders,
    setOrder: (index: number, order: DateOrder) => setOrders({ ...orders, [index]: order }),
    /** The decimal mark; null until it is chosen. */
    mark,
    setMark,
    /** Whether its numbers can be read in two ways. */
    markToAsk,
    /** The questions were answered for the last file with the same columns; the answers are filled in. */
    recalled,
    problem,
    busy,
    read,
    /** Columns whose dates can be read in two ways. */
    toAsk,
    /** Fields that several columns may be, and none is yet. */
    open,
    twice,
    /** There are rows, and nothing is left to answer. */
    ready:
      reading !== null &&
      reading.rows.length > 0 &&
      !twice &&
      !undated &&
      !(markToAsk && mark === null) &&
      mapping.some((field) => field !== ''),
    /** The rows as they are mapped now; the mapping is remembered for files with the same header. */
    take: (): Row[] => {
      if (reading === null) return []
      keepMapping(reading, mapping)
      keepSaid(reading, { orders, mark: markToAsk ? mark : null })
      return rowsOf(reading, mapping, orders, mark)
    },
  }
}
export type Sheet = ReturnType<typeof useSheet>

/** Columns whose dates can be read in two ways, as they are mapped. */
export const datesToAsk = (reading: FileReading, mapping: Mapping): number[] =>
  reading.columns.flatMap(({ dateOrders }, index) =>
    isDate(mapping[index]) && isOrderAsked(dateOrders) ? [index] : [],
  )

/** Fields that several columns may be, and none is yet. */
export const openQuestions = (reading: FileReading | null, mapping: Mapping) =>
  (reading?.questions ?? []).filter(({ field }) => !mapping.includes(field))

/** The rows of a file, each cell as the field that its column is. */
export function rowsOf(
  reading: FileReading,
  mapping: Mapping,
  orders: Readonly<Record<number, DateOrder>> = {},
  said: DecimalMark | null = null,
): Row[] {
  const mark = said ?? reading.decimalMarks[0] ?? '.'
  const orderOf = (index: number) => orders[index] ?? reading.columns[index]?.dateOrders[0] ?? 'ymd'
  const times = new Map(reading.times?.map((one) => [one.column, one.times]))
  return reading.rows.map((cells, row) =>
    rowOf(cells, mapping, { orderOf, mark, timeOf: (index) => times.get(index)?.[row] ?? undefined }),
  )
}

/** The text of a cell, as it is shown and sent. */
export const textOf = (cell: Cell): string =>
  cell === null ? '' : typeof cell === 'object' ? cell.date : String(cell)

function rowOf(
  cells: readonly Cell[],
  mapping: Mapping,
  {
    orderOf,
    mark,
    timeOf,
  }: {
    readonly orderOf: (index: number) => DateOrder
    readonly mark: DecimalMark
    /** The time in the cell of a workbook's date. */
    readonly timeOf: (index: number) => string | undefined
  },
): Row {
  const row: Partial<Record<Field, string>> = {}
  let timeInDate: string | undefined
  for (const [index, field] of mapping.entries()) {
    if (field === '') continue
    const cell = cells[index] ?? null
    const text = textOf(cell).trim()
    // A number of a workbook has its decimals behind a point, whatever its texts have.
    const amount = typeof cell === 'string' && AMOUNT_FIELDS.has(field) ? plainIn(text, mark) : text
    if (field === 'tradeTime') {
      const time = timeOf(index) ?? timeFromText(text) ?? text
      if (time !== '') row.tradeTime = time
      continue
    }
    if (field === 'tradeDate') timeInDate = timeOf(index) ?? timeAfterDate(text)
    row[field as Field] = isDate(field) ? (dateFromText(text, orderOf(index)) ?? text) : amount
  }
  // A column of its own goes before the time in the date's cell.
  if (timeInDate !== undefined) row.tradeTime ??= timeInDate
  return row
}

/** Files of one source have the same headers: how they were mapped last is remembered for this user. */
const signature = (reading: FileReading) => reading.columns.map((column) => column.header).join('\n')

function mappingFor(reading: FileReading): string[] {
  const known = recall<Record<string, string[]>>(MEMORY, {})[signature(reading)]
  return known ?? reading.columns.map((column) => column.field ?? '')
}

function keepMapping(reading: FileReading, mapping: Mapping): void {
  // Without column names, one source cannot be distinguished from another.
  if (reading.headerLine === 0) return
  const known = Object.entries(recall<Record<string, readonly string[]>>(MEMORY, {})).slice(-20)
  remember(MEMORY, { ...Object.fromEntries(known), [signature(reading)]: mapping })
}

interface Said {
  readonly orders: Readonly<Record<number, DateOrder>>
  readonly mark: DecimalMark | null
}

/** The answers for the last file with the same names, to the questions of this one; they are shown with the questions. */
function saidFor(reading: FileReading): Said {
  const known = recall<Record<string, Said>>(SAID_MEMORY, {})[signature(reading)]
  if (known === undefined) return { orders: {}, mark: null }
  const isAsked = ([index, order]: [string, DateOrder]) => {
    const { dateOrders = [] } = reading.columns[Number(index)] ?? {}
    return isOrderAsked(dateOrders) && dateOrders.includes(order)
  }
  return {
    orders: Object.fromEntries(Object.entries(known.orders).filter(isAsked)),
    mark: reading.decimalMarks.length > 1 ? known.mark : null,
  }
}

function keepSaid(reading: FileReading, { orders, mark }: Said): void {
  if (reading.headerLine === 0 || (mark === null && Object.keys(orders).length === 0)) return
  const all = recall<Record<string, Said>>(SAID_MEMORY, {})
  const known = Object.entries(all).slice(-20)
  const before = all[signature(reading)]
  const said = { orders: { ...before?.orders, ...orders }, mark: mark ?? before?.mark ?? null }
  remember(SAID_MEMORY, { ...Object.fromEntries(known), [signature(reading)]: said })
}
