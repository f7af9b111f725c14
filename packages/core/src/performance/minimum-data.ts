/** The least data for each figure: with less it is null, never a made-up number. */

/** Fewer day returns than this: no volatility, Sharpe ratio, beta, correlation, tracking error or information ratio. */
export const RISK_RETURNS_MIN = 20
/** Value at risk of one day in twenty needs more: with fewer returns its tail is one or two days. */
export const VAR_RETURNS_MIN = 100
/** From so many days on a return is annualised (GIPS 2020). */
export const YEAR_DAYS = 365
/** Market days in a year, N: those of Colombo were 241 in 2024, 239 in 2025, 245 in 2026. A setting of the installation. */
export const MARKET_DAYS_PER_YEAR = 240
