/** The address of the worker: `new Worker(workerUrl)` speaks TEI by messages, each one line of text. */
export const workerUrl: URL;

/** A conversation with an engine that has a worker of its own. */
export interface Engine {
  /** Sends a line of TEI, such as `go movetime 1000`. */
  send(line: string): void;
  /** Ends the engine at once. `send("quit")` has a search answered first. */
  end(): void;
}

/**
 * Begins a conversation in TEI, in a browser or in Node.
 * @param listen gets every line that the engine says.
 */
export function start(listen: (line: string) => void): Promise<Engine>;
