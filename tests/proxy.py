"""A proxy of connections that counts bytes, and can stop forwarding without closing anything."""

import socket
import threading
from contextlib import suppress


class Proxy:
    """Forwards TCP connections to an address such as tcp://127.0.0.1:8786, or a Unix socket; a context manager."""

    def __init__(self, address):
        self._target = address.removeprefix("tcp://")
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._open = [self._listener]
        self._is_cut = threading.Event()
        self.address = f"tcp://127.0.0.1:{self._listener.getsockname()[1]}"
        self.received = self.sent = 0

    def cut(self):
        """Take what is sent, and forward nothing more."""
        self._is_cut.set()

    def __enter__(self):
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *failure):
        for each in self._open:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)  # a thread that waits for it goes on
            each.close()

    def _accept(self):
        with suppress(OSError):
            while True:
                near = self._listener.accept()[0]
                far = self._connected()
                self._open += near, far
                threading.Thread(target=self._forward, args=(near, far, "sent"), daemon=True).start()
                threading.Thread(target=self._forward, args=(far, near, "received"), daemon=True).start()

    def _connected(self):
        if self._target.startswith("/"):
            connection = socket.socket(socket.AF_UNIX)
            connection.connect(self._target)
            return connection
        host, _, port = self._target.partition(":")
        return socket.create_connection((host, int(port)))

    def _forward(self, source, target, count):
        with suppress(OSError):
            while data := source.recv(65536):
                setattr(self, count, getattr(self, count) + len(data))
                if not self._is_cut.is_set():
                    target.sendall(data)
