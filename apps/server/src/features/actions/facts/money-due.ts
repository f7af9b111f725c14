/** SQL of the money of corporate actions: what of it counts, what is still to come, what is late; one rule for lists, the bell and the checklist of a lock. */

/** SQL: whether a row of an allotment or of money was recorded after everything of its portfolio was taken out, if it was. */
export const NOT_TAKEN_OUT = (row: string) =>
  `NOT EXISTS (SELECT FROM action_elections gone WHERE gone.action_id = ${row}.action_id AND gone.turn = ${row}.turn AND gone.portfolio_id = ${row}.portfolio_id
                 AND gone.taken_out AND gone.recorded_at >= ${row}.recorded_at)`

/** SQL: what of expected money is still to come; assumed where nothing was confirmed and its day has come. */
export const OUTSTANDING = (row: string, today: string) =>
  `CASE WHEN ${row}.is_confirmed THEN ${row}.expected - ${row}.received - ${row}.written_off
        WHEN ${row}.due <= ${today} THEN 0 ELSE ${row}.expected END`

/** Days after which what is due counts as late. */
export const DAYS_LATE = 30

/**
 * SQL: whether money of a standing is late. `standing` and `action` name the rows of action_standings and corporate_actions, `late`
 * the day before which it was due: it was confirmed and is short, or its day is still to be notified, and it ages from XD.
 */
export const IS_LATE = (standing: string, action: string, late: string) =>
  `(${standing}.expected - ${standing}.received - ${standing}.written_off <> 0
    AND (${standing}.is_confirmed AND ${standing}.due < ${late}
      OR ${standing}.due IS NULL AND ${standing}.expected_role <> 'ipo-application' AND ${action}.ex_date < ${late}))`

/**
 * SQL: whether a dividend of a standing with a payment date up to `paid` had tax withheld, and no certificate was recorded by the
 * day `on`. Memo tax of a scrip dividend without income needs no certificate.
 */
export const LACKS_CERTIFICATE = (standing: string, paid: string, on: string) =>
  `(${standing}.due <= ${paid}
    AND EXISTS (SELECT FROM action_entitlements w WHERE w.action_id = ${standing}.action_id AND w.portfolio_id = ${standing}.portfolio_id
                   AND w.version = ${standing}.version AND w.tax <> 0)
    AND (SELECT x.number IS NOT NULL AND x.received_on <= ${on} FROM action_certificates x
          WHERE x.action_id = ${standing}.action_id AND x.portfolio_id = ${standing}.portfolio_id ORDER BY x.id DESC LIMIT 1) IS NOT TRUE)`
