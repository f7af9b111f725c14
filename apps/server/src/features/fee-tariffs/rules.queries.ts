/** Which versions of tariffs and rules of intraday relief fees until a day follow, in 32 characters: others give another text. */

/** As SQL; `day` is an expression of a date. A rule that begins later leaves it as it is. */
export const rulesUntil = (day: string) =>
  `(SELECT md5(coalesce(string_agg(concat_ws(':', r.kind, r.id, r.version), ',' ORDER BY r.kind, r.id), ''))
      FROM (SELECT 'tariff' AS kind, f.id, f.version FROM fee_tariffs f WHERE f.effective_from <= ${day}
             UNION ALL SELECT 'relief', f.id, f.version FROM fee_reliefs f WHERE f.effective_from <= ${day}) AS r)`
