import { AnnouncementBoard } from './AnnouncementBoard.tsx'

export default function RegulatoryUpdatesScreen() {
  return <AnnouncementBoard board="regulatory" />
}
