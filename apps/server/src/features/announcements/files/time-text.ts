/** Times of day as sheets and the exchange write them: 14:30, 02:30:15 PM, or the part of a day that a workbook keeps. */
export function timeFromText(text: string): string | undefined {
  if (/^0?\.\d+$|^0$/.test(text)) {
    const minutes = Math.min(1439, Math.round(Number(text) * 1440))
    return clock(Math.trunc(minutes / 60), minutes % 60)
  }
  const [, hours = '', minutes = '', half = ''] =
    /^(\d{1,2})[:.](\d{2})(?:[:.]\d{2}(?:\.\d+)?)?\s?([AaPp]\.?[Mm]\.?)?$/.exec(text) ?? []
  if (hours === '') return undefined
  const told = Number(hours)
  if (half === '') return told < 24 && Number(minutes) < 60 ? clock(told, Number(minutes)) : undefined
  if (told < 1 || told > 12 || Number(minutes) > 59) return undefined
  return clock((told % 12) + (/^p/i.test(half) ? 12 : 0), Number(minutes))
}

const clock = (hours: number, minutes: number) =>
  `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
