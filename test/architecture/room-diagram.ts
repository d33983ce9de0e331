export interface Arrow {
  /** Folders, or `folder/*.ts` for the files directly in a folder. */
  from: string
  to: string
}

export interface RoomDiagram {
  rooms: ReadonlySet<string>
  arrows: readonly Arrow[]
  /** The smallest drawn room that contains the file. */
  roomOf(path: string): string | undefined
  /** Whether an import between these two files is what the arrow shows. */
  covers(arrow: Arrow, from: string, to: string): boolean
}

/**
 * Reads the Mermaid flowcharts of a page. A box stands for the folder of its name within the folder of its subgraph; a
 * box whose label begins with `*.ts` stands for the files directly in that folder. A subgraph whose label is a path
 * stands for that folder. An arrow from or to a subgraph holds for everything inside.
 */
export function parseRooms(page: string): RoomDiagram {
  const charts = [...page.matchAll(/```mermaid\nflowchart \w+\n([\s\S]*?)```/g)].map(([, chart = '']) =>
    parseFlowchart(chart),
  )
  const rooms = new Set(charts.flatMap((chart) => chart.rooms))
  const largestFirst = [...rooms].sort((a, b) => a.length - b.length)

  function roomOf(path: string): string | undefined {
    return largestFirst.findLast((room) => contains(room, path))
  }

  return {
    rooms,
    arrows: charts.flatMap((chart) => chart.arrows),
    roomOf,
    covers: (arrow, from, to) =>
      contains(arrow.from, from) && contains(arrow.to, to) && roomOf(from) !== roomOf(to),
  }
}

function parseFlowchart(chart: string): { rooms: string[]; arrows: Arrow[] } {
  const roomByName = new Map<string, string>()
  const enclosing: string[] = []
  const drawn: [string, string][] = []

  function addBox(box: string): string {
    const [, name = '', label = ''] = /^([\w-]+)(?:\["([^"]*)"\])?$/.exec(box) ?? []
    if (name === '') throw new Error(`A diagram has a line that this test cannot read: ${box}`)
    const room = within(enclosing.at(-1), label.startsWith('*.ts') ? '*.ts' : name)
    // An arrow may come before the box: the label counts, wherever it stands.
    if (label !== '' || !roomByName.has(name)) roomByName.set(name, room)
    return name
  }

  for (const line of chart.split('\n').map((line) => line.trim())) {
    const subgraph = /^subgraph ([\w-]+)(?:\["([^"]+)"\])?$/.exec(line)
    if (subgraph) {
      const [, name = '', label] = subgraph
      const folder = label ?? within(enclosing.at(-1), name)
      roomByName.set(name, folder)
      enclosing.push(folder)
    } else if (line === 'end') {
      enclosing.pop()
    } else if (line !== '') {
      const sides = line.split('-->').map((side) => side.split('&').map((box) => addBox(box.trim())))
      for (const [index, sources] of sides.slice(0, -1).entries()) {
        for (const source of sources) {
          for (const target of sides[index + 1] as string[]) drawn.push([source, target])
        }
      }
    }
  }
  const roomOf = (name: string) => roomByName.get(name) as string
  return {
    rooms: [...roomByName.values()],
    arrows: drawn.map(([from, to]) => ({ from: roomOf(from), to: roomOf(to) })),
  }
}

function contains(room: string, path: string): boolean {
  if (!room.endsWith('/*.ts')) return path.startsWith(`${room}/`)
  const folder = room.slice(0, -'*.ts'.length)
  return path.startsWith(folder) && !path.slice(folder.length).includes('/')
}

function within(folder: string | undefined, name: string): string {
  return folder === undefined ? name : `${folder}/${name}`
}
