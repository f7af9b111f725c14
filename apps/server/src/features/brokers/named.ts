/**
 * SQL for broker names. Trades keep the name as written; every read that sums or filters by broker uses one of these, which call
 * `named_brokers()` (schema/registers.sql). A name that is not in Brokers is shown as written.
 */

/** Joins the broker of a written name as `as`; no row for a name that is not in Brokers. */
export const brokerOf = (written: string, as = 'known'): string =>
  `LEFT JOIN named_brokers() ${as} ON ${as}.key = broker_key(${written})`

/** The name of that broker as the register has it, else the name as written. */
export const brokerCalled = (written: string, as = 'known'): string => `coalesce(${as}.name, ${written})`

/** The key to group trades of one broker by; '' where the trade has no broker. */
export const brokerGroup = (written: string, as = 'known'): string =>
  `coalesce(broker_key(${brokerCalled(written, as)}), '')`

/** Whether two names belong to the same broker; two names that are not in Brokers are compared as written. */
export const isOfBroker = (written: string, asked: string): string =>
  `broker_key(${written}) = ANY ((SELECT broker_keys(${asked}))::text[])`

/** Whether a written name, or the register name of its broker, matches a pattern. */
export const brokerLike = (written: string, pattern: string): string =>
  `(${written} ILIKE ${pattern} OR broker_key(${written}) = ANY ((SELECT broker_keys_like(${pattern}))::text[]))`
