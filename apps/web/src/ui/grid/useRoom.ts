import { type RefObject, useLayoutEffect, useMemo, useState } from 'react'
import { type Column, isNumeric, leastWidthOf } from './columns.ts'
import { fitToRoom } from './fit.ts'

/** A frame narrower than this is a phone's: texts that wrap there shrink in favour of the next columns. */
const PHONE_ROOM = 480
const WRAPPED_LEAST = 104

interface RoomInput<Row> {
  frame: RefObject<HTMLDivElement | null>
  visible: readonly Column<Row>[]
  /** As the columns would be with all the room they like. */
  widths: readonly number[]
  /** Set by the user: they stay. */
  own: Readonly<Record<string, number>>
  /** Pixels at the right that the buttons of a row cover. */
  last: number
  /** Changes when the totals row may have become wider. */
  totals: unknown
}

/** The widths at which the frame cuts no figure, nor a column its own total. */
export function useRoom<Row>({ frame, visible, widths, own, last, totals }: RoomInput<Row>): number[] {
  const [room, setRoom] = useState(0)
  const [summed, setSummed] = useState<Readonly<Record<string, number>>>({})
  useLayoutEffect(() => {
    const node = frame.current
    if (node === null) return
    const measure = () => setRoom(node.clientWidth)
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(node)
    return () => watch.disconnect()
  }, [frame])
  useLayoutEffect(() => {
    // Sums of the server come ready to be shown: only their cell knows how wide they are.
    const cells = [...(frame.current?.querySelectorAll<HTMLElement>('tfoot td') ?? [])]
    // oxlint-disable-next-line react/set-state-in-effect -- the page is measured, which only an effect can
    setSummed((now) => {
      const wider = visible.flatMap((column, index) => {
        const cell = cells[index]
        const cut = cell !== undefined && isNumeric(column) && cell.scrollWidth > cell.clientWidth
        return cut ? [[column.id, Math.max(now[column.id] ?? 0, cell.scrollWidth + 2)] as const] : []
      })
      return wider.length === 0 ? now : { ...now, ...Object.fromEntries(wider) }
    })
  }, [frame, visible, totals])
  return useMemo(() => {
    const wanted = visible.map((column, index) => {
      const width = widths[index] ?? 0
      return column.id in own ? width : Math.max(width, summed[column.id] ?? 0)
    })
    if (room === 0) return wanted
    const columns = visible.map((column, index) => {
      const width = wanted[index] ?? 0
      const wraps = column.wrap === true && room < PHONE_ROOM
      const least =
        column.id in own
          ? width
          : Math.min(width, wraps ? (column.least ?? WRAPPED_LEAST) : leastWidthOf(column))
      return { width, isWhole: isNumeric(column) || column.whole === true, least }
    })
    return fitToRoom(columns, room - last)
  }, [visible, widths, own, summed, room, last])
}
