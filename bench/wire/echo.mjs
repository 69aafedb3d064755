// echo.mjs PORT: what the latency of the wire is measured against, the npm package `ws` as its manual shows it.
import { WebSocketServer } from "ws";

const server = new WebSocketServer({ host: "127.0.0.1", port: Number(process.argv[2]), perMessageDeflate: false, backlog: 4096 });
server.on("connection", (socket) => {
  socket.on("error", () => {});
  socket.on("message", (data, isBinary) => socket.send(data, { binary: isBinary }));
});
server.on("listening", () => console.log("ready"));
process.on("SIGTERM", () => process.exit(0));
