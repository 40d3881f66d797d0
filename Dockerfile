# Builds Lanternfish from the clone and keeps the programs with Stockfish:
#   docker build -t lanternfish . && docker run -i lanternfish
# Written without Docker at hand, and not tested.
FROM debian:12 AS build
RUN apt-get update && apt-get install -y --no-install-recommends cmake ninja-build g++ git libboost-dev \
    libboost-program-options-dev libboost-filesystem-dev libfmt-dev nlohmann-json3-dev help2man
COPY . /source
RUN cd /source && cmake --preset package && cmake --build --preset package && cmake --install build/package
FROM debian:12
RUN apt-get update && apt-get install -y --no-install-recommends stockfish libfmt9 libboost-program-options1.74.0 \
    libboost-filesystem1.74.0 && rm -rf /var/lib/apt/lists/*
COPY --from=build /usr/bin/lanternfish* /usr/bin/
CMD ["lanternfish"]
