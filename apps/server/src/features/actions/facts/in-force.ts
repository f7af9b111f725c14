/** Which of what was recorded of an action and portfolio counts, in SQL. */

/** SQL: whether a row of an allotment or of money was recorded after everything of its portfolio was taken out, if it was. */
export const NOT_TAKEN_OUT = (row: string) =>
  `NOT EXISTS (SELECT FROM action_elections gone WHERE gone.action_id = ${row}.action_id AND gone.turn = ${row}.turn AND gone.portfolio_id = ${row}.portfolio_id
                 AND gone.taken_out AND gone.recorded_at >= ${row}.recorded_at)`
