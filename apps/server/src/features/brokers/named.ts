/**
 * Whose a broker's name is, as SQL: trades keep the name that was written, and every read that adds up or filters by broker asks
 * `named_brokers()` (schema/registers.sql) by one of these. A name that no broker has stays as it was written.
 */

/** Joins the broker that a written name is of, as `as`; none of a name that is not in Brokers. */
export const brokerOf = (written: string, as = 'known'): string =>
  `LEFT JOIN named_brokers() ${as} ON ${as}.key = broker_key(${written})`

/** The name of that broker as the register has it, else the name as written. */
export const brokerCalled = (written: string, as = 'known'): string => `coalesce(${as}.name, ${written})`

/** The same without case and spaces: by this trades of one broker are grouped, '' where none is named. */
export const brokerGroup = (written: string, as = 'known'): string =>
  `coalesce(broker_key(${brokerCalled(written, as)}), '')`

/** Whether a written name is of the broker that another name is of, also where neither is in Brokers. */
export const isOfBroker = (written: string, asked: string): string =>
  `broker_key(${written}) = ANY ((SELECT broker_keys(${asked}))::text[])`

/** Whether a written name, or the name of the broker that it is of, is like a pattern. */
export const brokerLike = (written: string, pattern: string): string =>
  `(${written} ILIKE ${pattern} OR broker_key(${written}) = ANY ((SELECT broker_keys_like(${pattern}))::text[]))`
