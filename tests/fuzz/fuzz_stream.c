/* fuzz_stream.c: whole TCP streams to the real listener (house.h). The first byte says how they are sent; libFuzzer
 * finds the rest. tests/fuzz/streams.c makes streams of its own. */
#include "house.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct house *house;
    if (!house)
        house = house_new();
    if (size == 0)
        return 0;
    house_receive(house, data + 1, size - 1,
                  &(struct manners){.pieces = 1 + (data[0] & 15U),
                                    .seed = data[0],
                                    .is_deaf = data[0] >> 6 == 3,
                                    .is_rude = data[0] >> 4 & 1,
                                    .ends_politely = data[0] >> 5 & 1});
    house_empty(house);
    return 0;
}
