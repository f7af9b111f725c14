/** What of the money of an action is still to come, in SQL. */

/** SQL: what of expected money is still to come; assumed where nothing was confirmed and its day has come. */
export const OUTSTANDING = (row: string, today: string) =>
  `CASE WHEN ${row}.is_confirmed THEN ${row}.expected - ${row}.received - ${row}.written_off
        WHEN ${row}.due <= ${today} THEN 0 ELSE ${row}.expected END`
