import { AnnouncementBoard } from './AnnouncementBoard.tsx'

export default function TradingUpdatesScreen() {
  return <AnnouncementBoard board="trading" />
}
