/**
 * The modules that every room of a feature may use: refusals and the door of writes, the database, the HTTP
 * frame.
 */
export const SERVER_KIT = ['platform', 'platform/database', 'platform/http']

/** The same with the names of brokers, for who reads by broker. */
export const BROKER_KIT = [...SERVER_KIT, 'features/brokers']
