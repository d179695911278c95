/** The address of the worker: `new Worker(workerUrl)` speaks TEI by messages, each one line of text. */
export const workerUrl: URL;

/** A session with an engine in its own worker. */
export interface Engine {
  /**
   * Sends a line of TEI, such as `go movetime 1000`. `setoption name Threads value 4` needs Node or a page that is
   * cross-origin isolated; elsewhere there is one thread.
   */
  send(line: string): void;
  /** Ends the engine at once. With `send("quit")` a running search answers first. */
  end(): void;
}

/**
 * Starts a session in TEI, in a browser or in Node.
 * @param listen receives every line of the engine.
 */
export function start(listen: (line: string) => void): Promise<Engine>;
