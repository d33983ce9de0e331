/** What a process of ours is given of this one's environment. Compiled modules are shared by all processes of a run. */
export function childEnvironment(env: Record<string, string>): Record<string, string> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env
  return { PATH, HOME, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...env }
}
