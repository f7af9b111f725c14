/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'brokers.active-names': {
      values: {
        most: number | bigint
      }
      row: {
        id: number
        name: string
        code: string | null
      }
    }
    'brokers.adopted-name': {
      values: {
        name: string
      }
      row: {
        name: string
        broker_id: number
        broker: string
        recorded_at: string
        recorded_by: string | null
      }
    }
    'brokers.adopted-names': {
      values: {
        most: number | bigint
      }
      row: {
        name: string
        broker_id: number
        broker: string
        recorded_at: string
        recorded_by: string | null
      }
    }
    'brokers.by-id': {
      values: {
        id: number | bigint
      }
      row: {
        id: number
        name: string
      }
    }
    'brokers.hold-names': {
      values: {}
      row: {
        take_lock: unknown
      }
    }
    'brokers.keep-name': {
      values: {
        name: string
        brokerId: number | bigint | null
        recordedBy: number | bigint
      }
      row: never
    }
    'brokers.name-used': {
      values: {
        name: string
        brokerId: number | bigint
      }
      row: {
        used: boolean
        recorded: boolean
      }
    }
    'brokers.open-names': {
      values: {
        most: number | bigint
      }
      row: {
        key: string
        name: string
        trades: number
        last_month: string
        bought: string
        sold: string
        all_trades: string
        all_bought: string
        all_sold: string
      }
    }
    'brokers.own-name': {
      values: {
        name: string
      }
      row: {
        id: number
        name: string
      }
    }
    'brokers.registered': {
      values: {
        name: string
      }
      row: {
        name: string
        is_active: boolean
      }
    }
  }
}
export {}
