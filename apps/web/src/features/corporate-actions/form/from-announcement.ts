import type { SuggestedAction } from '@em/contract/books/announcement-action'
import type { ActionValues, FormKind } from './fields.ts'
import { startOf } from './values.ts'

/** What a form begins with that an announcement suggests; nothing where it suggests another kind, or none. */
export function startFrom(kind: FormKind, suggested: SuggestedAction | null): ActionValues {
  if (suggested?.kind !== kind) return {}
  const { announcementDate, exDate, rate, ratioFrom, ratioTo } = suggested
  const isWhole = [ratioFrom, ratioTo].every((part) => part !== undefined && /^\d+$/.test(part))
  const written: Readonly<Record<string, string | undefined>> = {
    securityCode: suggested.securityCode,
    securityName: suggested.securityName,
    announcementDate,
    declarationDate: announcementDate,
    exDividendDate: exDate,
    exRightsDate: exDate,
    exDate,
    effectiveDate: exDate,
    recordDate: suggested.recordDate,
    paymentDate: suggested.paymentDate,
    // Of a scrip dividend the rate is in rupees a share; its form calls a percentage so.
    [kind === 'scrip' ? 'ratePerShare' : 'dividendRate']: rate,
    offerPrice: suggested.offerPrice,
    ...(isWhole ? { ratioFrom, ratioTo, rightsRatioFrom: ratioFrom, rightsRatioTo: ratioTo } : {}),
  }
  // Each kind's form has its own names.
  const names = Object.keys(startOf(kind))
  return Object.fromEntries(names.flatMap((name) => (written[name] ? [[name, written[name]]] : [])))
}
