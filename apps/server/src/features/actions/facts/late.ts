/** SQL conditions for late money and missing tax certificates of corporate actions: one rule for the bell and the checklist of a lock. */

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
