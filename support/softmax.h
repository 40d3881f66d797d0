#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

namespace lanternfish {

// In place of each logit exp(logit) over the sum of all exp(logit). Not empty; the largest must be finite.
template <typename T>
void to_probabilities(std::vector<T>& logits) {
  const T largest = *std::max_element(logits.begin(), logits.end());
  T sum = 0;
  for (T& logit : logits) {
    logit = std::exp(logit - largest);
    sum += logit;
  }
  for (T& share : logits) {
    share /= sum;
  }
}

}  // namespace lanternfish
